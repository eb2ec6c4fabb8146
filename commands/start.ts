import { readConfig } from '#server/config.ts';
import { startSite } from '#server/main.ts';
import { buildIfStale } from './build-site.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { orFail, say } from './with-database.ts';

await orFail(async () => {
  const config = readConfig();
  await buildIfStale();
  const site = await startSite(config, say);
  stopOnSignals(site.stop);
  process.stdout.write(`ready ${site.url}\n`);
});
