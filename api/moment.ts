import { z } from 'zod';

/** A moment as PostgreSQL has it, too: it knows no year 0, and no zone that is sixteen hours away. */
export const moment = z.iso
  .datetime({ offset: true })
  .regex(/^(?!0000).*(Z|[+-](0\d|1[0-5]):\d\d)$/);
