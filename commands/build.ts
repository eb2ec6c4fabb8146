import { buildIfStale } from './build-site.ts';
import { orFail } from './with-database.ts';

await orFail(() => buildIfStale({ force: true }));
