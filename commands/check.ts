import { checkCode } from './check-code.ts';
import { refuseWords } from './read-words.ts';
import { orFail } from './with-database.ts';

await orFail(async () => {
  refuseWords('npm run check    format, lint, types, what nobody uses');
  process.exitCode = (await checkCode()) ? 0 : 1;
});
