import { startSite } from '#server/main.ts';
import { readConfig } from '#server/settings/config.ts';
import { unreadSettings } from '#server/settings/unread-settings.ts';
import { buildIfStale } from './build-site.ts';
import { refuseWords } from './read-words.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { orFail, say } from './with-database.ts';

// The reader of this output may be gone (`npm start | head -1`); the site stays up.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

await orFail(async () => {
  refuseWords('npm start    the site; its settings stand in .env, and .env.example lists them');
  const config = readConfig();
  for (const { name, meant } of unreadSettings()) {
    process.stderr.write(
      `There is no setting ${name}${meant ? `; perhaps you mean ${meant}` : ''}: it does nothing.\n`,
    );
  }
  // Set before anything else: the first process of a container gets no signal that it does not
  // handle. Until the site is up there is nothing to finish, and the database ends with this
  // process.
  let stop = async () => {};
  stopOnSignals(() => stop());
  const site = await startSite(config, say, buildIfStale);
  stop = site.stop;
  process.stdout.write(`ready ${site.url}\n`);
});
