import { checkCode } from './check-code.ts';

process.exitCode = (await checkCode()) ? 0 : 1;
