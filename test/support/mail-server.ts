import { createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { certificate } from './certificate.ts';

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

export type Manner = {
  /** False: connections are accepted, but never answered. */
  greets?: boolean;
  /** True: it accepts passwords. */
  takesPassword?: boolean;
  /** True: it offers TLS, with an untrusted certificate. */
  offersTls?: boolean;
  /** The reply for a receiver instead of 250; `hang` never replies. */
  forReceiver?: (address: string) => string | undefined;
};

/** As much of a mail server as tests need, on loopback. It counts its connections. */
export async function startMailServer({
  greets = true,
  takesPassword = false,
  offersTls = false,
  forReceiver,
}: Manner = {}) {
  const sockets = new Set<Socket>();
  const heard: string[] = [];
  const received: string[] = [];
  const waiting = new Set<() => void>();
  let connections = 0;
  let hanging = 0;

  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let rest = '';
    let to = '';
    let isData = false;
    let line: Socket = socket;
    const say = (text: string) => line.write(`${text}\r\n`);

    function hear(said: string) {
      heard.push(said);
      if (isData) {
        if (said !== '.') return;
        isData = false;
        received.push(to);
        say('250 taken');
        return;
      }
      if (said.startsWith('RCPT')) {
        to = said.match(/<(.*?)>/)?.[1] ?? '';
        const answer = forReceiver?.(to) ?? '250 ok';
        if (answer === 'hang') hanging += 1;
        else say(answer);
      } else if (said === 'DATA') {
        isData = true;
        say('354 go on');
      } else if (said === 'STARTTLS') {
        if (offersTls) secure();
        else say('502 not here');
      } else if (said.startsWith('EHLO')) {
        say('250-test');
        if (takesPassword) say('250-AUTH PLAIN');
        if (offersTls && line === socket) say('250-STARTTLS');
        say('250 HELP');
      } else {
        say(said.startsWith('AUTH') ? '235 welcome' : '250 ok');
      }
    }

    if (greets) say('220 test');
    else hanging += 1;
    function read(chunk: Buffer) {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const each of lines) hear(each);
      tell();
    }

    function secure() {
      say('220 begin');
      socket.off('data', read);
      line = new TLSSocket(socket, { isServer: true, ...certificate });
      line.on('data', read).on('error', () => {});
    }

    socket.on('data', read);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    tell();
  });

  function tell() {
    for (const look of waiting) look();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const state = () => ({ connections, hanging, received });
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Every line that a client sent. */
    heard,
    /** The receivers of accepted messages. */
    received,
    connections: () => connections,
    /** Resolves once the counts so far satisfy the condition. */
    until(isEnough: (counted: ReturnType<typeof state>) => boolean): Promise<void> {
      return new Promise((resolve) => {
        const look = () => {
          if (!isEnough(state())) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
