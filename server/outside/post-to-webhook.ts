import { promises as dns, type LookupAddress } from 'node:dns';
import { request as requestByTls } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Posts `text` to a webhook's channel (Slack, Teams). Throws if it was not accepted. */
export type PostToWebhook = (address: string, text: string) => Promise<void>;

type Outside = {
  resolve: (host: string) => Promise<LookupAddress[]>;
  isPublic: (address: string) => boolean;
  request: typeof requestByTls;
};

const patience = 10_000;

const theInternet: Outside = {
  resolve: (host) => dns.lookup(host, { all: true }),
  isPublic: isPublicAddress,
  request: requestByTls,
};

/**
 * An owner types the address, and this process can reach what outsiders cannot. So: https only,
 * every address of the host must be public, and the connection goes to exactly those that were
 * checked, even if the name resolves differently a moment later (DNS rebinding). A redirect counts
 * as a failure and is not followed; only the status of the response is read.
 */
export function createWebhookPost({ resolve, isPublic, request } = theInternet): PostToWebhook {
  async function check(host: string): Promise<LookupAddress[]> {
    const literal = host.replace(/^\[|\]$/g, '');
    const family = isIP(literal);
    const addresses = family ? [{ address: literal, family }] : await resolve(host);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublic(address))) {
      throw new Error('The webhook leads to an address that is not one of the internet.');
    }
    return addresses;
  }

  return async function post(address, text) {
    const url = new URL(address);
    if (url.protocol !== 'https:' || url.username || url.password) {
      throw new Error('The address of the webhook must be an https one.');
    }
    const checked = await inTime(check(url.hostname));
    const lookup: LookupFunction = (_, { all }, tell) => {
      const [first] = checked;
      if (all) tell(null, checked);
      else tell(null, first?.address ?? '', first?.family);
    };
    const body = JSON.stringify({ text });
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        url,
        {
          method: 'POST',
          // A new connection: a pooled one might lead to an address that an earlier check allowed.
          agent: false,
          lookup,
          signal: AbortSignal.timeout(patience),
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
        },
        (response) => {
          response.destroy();
          resolve(response.statusCode ?? 0);
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
    if (status < 200 || status > 299) throw new Error(`The webhook answered ${status}.`);
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error('The webhook’s name was not found in time.')),
    patience,
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
