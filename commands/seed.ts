import { seedDemo } from '#database/seed/seed.ts';
import { say, withDatabase } from './with-database.ts';

await withDatabase(({ database }) => seedDemo(database, say));
