import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { openLogOutput } from './log-output.ts';
import { createClientMarks, eventOf } from './security-events.ts';
import { takeConsole } from './take-console.ts';
import { withoutSecrets } from './without-secrets.ts';

function openLog(isTerminal = false) {
  const file = join(mkdtempSync(join(tmpdir(), 'site-log-')), 'log');
  const output = openLogOutput(openSync(file, 'a'), isTerminal);
  return {
    output,
    logger: createLogger('info', output),
    async said() {
      await output.written();
      return readFileSync(file, 'utf8');
    },
  };
}

describe('the log', () => {
  it('keeps lines in the order in which they were logged, buffered or not', async () => {
    const { output, logger, said } = openLog();
    output.gather('{"place":1}\n');
    logger.error('second');
    output.gather('{"place":3}\n');
    const lines = (await said())
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ place: 1 }, { level: 50, msg: 'second' }, { place: 3 }]);
  });

  it('holds up nobody when its reader does not read, and counts what it drops', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'site-log-'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    // Both ends are ours, and nobody reads.
    const output = openLogOutput(openSync(join(folder, 'pipe'), 'r+'), false);
    const line = `${JSON.stringify({ words: 'x'.repeat(1_000) })}\n`;
    for (let count = 0; count < 12_000; count += 1) output.gather(line);
    await output.written();
    expect(output.dropped()).toBeGreaterThan(10);
  });

  it.each(['a full disk', 'a reader that does not read'])(
    'lets a process end that has logged something to %s',
    (taker) => {
      const pipe = join(mkdtempSync(join(tmpdir(), 'site-log-')), 'pipe');
      execFileSync('mkfifo', [pipe]);
      const log = openSync(taker === 'a full disk' ? '/dev/full' : pipe, 'r+');
      const code = `import { openLogOutput } from '${join(import.meta.dirname, 'log-output.ts')}';
        const output = openLogOutput(2, false);
        output.write('x'.repeat(200_000));
        await output.end();
        output.write('too late');
        process.exit(0);`;
      const child = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
        stdio: ['ignore', 'ignore', log],
        timeout: 30_000,
        killSignal: 'SIGKILL',
      });
      closeSync(log);
      expect(child.status).toBe(0);
    },
  );

  it('describes an error without the values in it', async () => {
    const { logger, said } = openLog();
    const secret = 'hunter2-the-secret';
    const ofDatabase = Object.assign(new Error(`invalid input syntax for type uuid: "${secret}"`), {
      code: '22P02',
      table: 'jobs',
      detail: `Key (email)=(${secret}) already exists.`,
      where: `unnamed portal parameter $1 = '${secret}'`,
      query: `select '${secret}'`,
    });
    let ofJson: unknown;
    try {
      JSON.parse(`{"a": ${secret}`);
    } catch (error) {
      ofJson = error;
    }
    let ofUrl: unknown;
    try {
      new URL(`//${secret}`);
    } catch (error) {
      ofUrl = error;
    }
    for (const err of [ofDatabase, ofJson, ofUrl, secret, { secret }])
      logger.error({ err }, 'unexpected failure');
    logger.error({ err: new Error('it failed', { cause: ofDatabase }) }, 'unexpected failure');
    const text = await said();
    expect(text).not.toContain('hunter2');
    expect(text).toMatch(/"code":"22P02"/);
    expect(text).toMatch(/"table":"jobs"/);
    expect(text).toMatch(/log\.test\.ts:\d+/);
  });

  it('removes what looks like an address, a token or a key from every line', () => {
    const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
    for (const [text, clean] of [
      ['550 no mailbox ada@people.example here', '550 no mailbox (address) here'],
      ['to=ada%40people.example', 'to=(address)'],
      [`token ${token} expired`, 'token (token) expired'],
      [`sb-auth-token-${token}, next=_${token}`, 'sb-auth-token-(token), next=_(token)'],
      ['authorization: Bearer abc.def-1', 'authorization: Bearer (token)'],
      ['sb_secret_abcdef1234 and sk_live_1234', '(key) and (key)'],
      ['?apikey%3Dsb_secret_abcdef1234&next=_sk_live_1234', '?apikey%3D(key)&next=_(key)'],
      ['postgres://owner:pass@db.example/site', 'postgres://(password)@db.example/site'],
      ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
    ])
      expect(withoutSecrets(text ?? '')).toBe(clean);
  });

  it('looks through a long line once, even if every part of it begins like a token', () => {
    const line = 'eyJ-'.repeat(100_000);
    const start = performance.now();
    expect(withoutSecrets(line)).toBe(line);
    // A search that starts over at each part would take minutes.
    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it('is written for people on a terminal', async () => {
    const { output, logger, said } = openLog(true);
    output.gather(
      '{"level":30,"time":1790000000000,"request":"1b2c","method":"GET","route":"/job/:id","status":200,"ms":3.2,"bytes":9120,"role":"anon"}\n',
    );
    logger.warn({ reason: 'away' }, 'traces do not reach their collector');
    const [first, second] = (await said()).split('\n');
    expect(first).toMatch(/^\d\d:\d\d:\d\d GET \/job\/:id 200 3\.2 ms role=anon$/);
    expect(second).toMatch(
      /^\d\d:\d\d:\d\d warning traces do not reach their collector reason=away$/,
    );
  });

  it('describes what the API told a page that rethrew it, without what it quotes', async () => {
    const { logger, said } = openLog();
    const thrown = {
      code: '22P02',
      message: 'invalid input syntax: "hunter2"',
      details: 'hunter2',
    };
    logger.error({ err: thrown }, 'unexpected failure');
    expect(JSON.parse(await said()).err).toEqual({
      type: 'object',
      code: '22P02',
      message: 'invalid input syntax: "…"',
    });
  });

  it('contains what libraries write to the console, without what they quote', async () => {
    const { logger, said } = openLog();
    const giveBack = takeConsole(logger);
    try {
      console.warn('The URL path "/hunter2" could not be decoded (%s)', 'URIError');
    } finally {
      giveBack();
    }
    expect(JSON.parse(await said())).toMatchObject({
      level: 40,
      said: 'The URL path "…" could not be decoded (URIError)',
    });
  });
});

describe('an event of security', () => {
  it.each([
    [{ code: 'invalid_credentials', action: 'login_failed' }, 400, 'sign-in failed'],
    [{ code: 'mfa_verification_failed' }, 422, 'factor failed'],
    [{ code: 'factor_needed_again' }, 403, 'factor failed'],
    [{ code: 'over_request_rate_limit', limit: 'token' }, 429, 'limit'],
    [{ code: 'payload_too_large' }, 413, 'limit'],
    [{ code: '42501' }, 403, 'refused'],
    [{ code: 'no_api_key' }, 401, 'refused'],
    [{ code: 'not_found', isHidden: true }, 404, 'refused'],
    [{ code: 'not_found' }, 404, undefined],
    [{ code: 'unexpected' }, 500, undefined],
    [{ action: 'login' }, 200, 'account'],
    [{ action: 'token_refreshed' }, 200, undefined],
    [{ act: 'block-person', actor: '1b2c' }, 200, 'staff act'],
    [{ act: 'block-person', code: 'already_blocked' }, 409, undefined],
    [{}, 200, undefined],
  ] as const)('of %j with %i is %s', (notes, status, event) => {
    expect(eventOf(notes, status)).toBe(event);
  });

  it('marks a client in a way that tells nobody who it is', () => {
    const [mark, other] = [createClientMarks(), createClientMarks()];
    expect(mark('198.51.100.1')).toBe(mark('198.51.100.1'));
    expect(mark('198.51.100.1')).not.toBe(mark('198.51.100.2'));
    expect(mark('198.51.100.1')).not.toBe(other('198.51.100.1'));
  });
});
