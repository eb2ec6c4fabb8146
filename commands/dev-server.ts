import { startDevServer } from '#server/dev.ts';
import { readConfig } from '#server/settings/config.ts';

/** Started by `npm run dev`, which holds the database and hands over how to log in. */
const config = readConfig();
await startDevServer(config, JSON.parse(process.env.DEV_DATABASE ?? '{}'));
process.stdout.write(`ready http://${config.host}:${config.port}\n`);
