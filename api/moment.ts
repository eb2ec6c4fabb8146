import { z } from 'zod';

/** A timestamp that PostgreSQL accepts too: it has no year 0, and no offset of sixteen hours. */
export const moment = z.iso
  .datetime({ offset: true })
  .regex(/^(?!0000).*(Z|[+-](0\d|1[0-5]):\d\d)$/);
