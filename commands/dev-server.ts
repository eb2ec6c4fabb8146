import { startDevServer } from '#server/dev.ts';
import { readConfig } from '#server/settings/config.ts';

/** Started by `npm run dev`, which holds the database and passes on how to log in to it. */
const config = readConfig();
await startDevServer(config, JSON.parse(process.env.DEV_DATABASE ?? '{}'));
process.stdout.write(`ready http://${config.host}:${config.port}\n`);
