import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#database/start-error.ts';
import { freePort } from '#test/support/own-server.ts';
import { killed, until } from '#test/support/site.ts';

/**
 * HAProxy in front of several processes. It checks twice a second whether each is ready, and
 * retries elsewhere only what a process did not accept at all: an accepted request without a
 * response may have been carried out.
 */
export async function startBalancer(folder: string, processes: readonly string[]) {
  if (spawnSync('haproxy', ['-v']).status !== 0) {
    throw new StartError(
      'There is no HAProxy here. Install it (on Debian: apt-get install haproxy), then try again.',
    );
  }
  const port = await freePort();
  const settings = join(folder, 'balancer.cfg');
  const servers = processes.map(
    (url, number) =>
      `  server process-${number} ${new URL(url).host} check inter 500ms fall 1 rise 1`,
  );
  writeFileSync(
    settings,
    `global
  maxconn 8000
defaults
  mode http
  timeout connect 2s
  timeout client 75s
  timeout server 75s
  timeout check 2s
  timeout tunnel 75s
  option redispatch 1
  retries 3
  retry-on conn-failure
frontend people
  bind 127.0.0.1:${port}
  default_backend processes
backend processes
  balance leastconn
  option httpchk
  http-check send meth GET uri /livez ver HTTP/1.1 hdr Host site hdr Connection close
  http-check expect status 200
${servers.join('\n')}
`,
  );
  const child: ChildProcess = spawn('haproxy', ['-db', '-q', '-f', settings], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await until(
    () => fetch(`${url}/livez`),
    ({ status }) => status === 200,
  );
  return { url, pid: child.pid, stop: () => killed(child) };
}
