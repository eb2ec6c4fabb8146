import { buildIfStale } from './build-site.ts';
import { refuseWords } from './read-words.ts';
import { orFail } from './with-database.ts';

await orFail(() => {
  refuseWords('npm run build    the pages, the scripts and the mails, into build');
  return buildIfStale({ force: true });
});
