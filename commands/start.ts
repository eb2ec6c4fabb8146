import { startSite } from '#server/main.ts';
import { readConfig } from '#server/settings/config.ts';
import { unreadSettings } from '#server/settings/unread-settings.ts';
import { buildIfStale } from './build-site.ts';
import { refuseWords } from './read-words.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { orFail, say } from './with-database.ts';

// Whoever read what is said here may be gone (`npm start | head -1`); the site stays.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

await orFail(async () => {
  refuseWords('npm start    the site; its settings stand in .env, and .env.example lists them');
  const config = readConfig();
  for (const { name, meant } of unreadSettings()) {
    process.stderr.write(
      `There is no setting ${name}${meant ? `; perhaps you mean ${meant}` : ''}: it does nothing.\n`,
    );
  }
  // From the first moment: the first process of a container hears no signal that it does not ask for. Until the site
  // stands there is nothing to finish, and the database ends with this process.
  let stop = async () => {};
  stopOnSignals(() => stop());
  const site = await startSite(config, say, buildIfStale);
  stop = site.stop;
  process.stdout.write(`ready ${site.url}\n`);
});
