import { z } from 'zod';
import type { Transaction } from '#database/database.ts';
import {
  checkedPoints,
  confirmedPoints,
  doesHold,
  type Launch,
  type LaunchPoint,
  mayConfirm,
  type PointState,
} from '#domain/staff/launch.ts';
import { ApiError } from '../../errors.ts';
import { askedReason, staffAct, staffLook } from '../as-staff.ts';
import type { Seen } from './judge.ts';

const nothing = z.object({});

export const readLaunch = staffLook({
  minimum: 'staff',
  // The screen polls while a check is running.
  isPoll: true,
  input: nothing,
  async read({ session, functions: { running } }): Promise<Launch> {
    const { rows: anyway } = await session.query<{ reason: string; decided_at: string }>({
      text: 'select reason, decided_at from staff.launched_anyway',
    });
    const points = await readPoints(session);
    const isPublic = running?.setUp.isReached ?? false;
    const isReady = !points.some(doesHold) && points.some(isChecked);
    return {
      points,
      isPublic,
      isFound: isPublic && (isReady || anyway.length > 0),
      anyway: anyway[0] ?? null,
    };
  },
});

const isChecked = ({ checked_at }: LaunchPoint) => checked_at !== null;

type PointRow = { name: string; state: PointState; found: string; checked_at: string };

async function readPoints(session: Transaction): Promise<LaunchPoint[]> {
  const { rows: found } = await session.query<PointRow>({
    text: 'select name, state, found, checked_at from staff.launch_points',
  });
  const { rows: confirmed } = await session.query<{ name: string; confirmed_at: string }>({
    text: 'select name, confirmed_at from staff.launch_confirmations',
  });
  const byName = new Map(found.map((row) => [row.name, row]));
  const confirmedAt = new Map(confirmed.map(({ name, confirmed_at }) => [name, confirmed_at]));
  const checked = Object.entries(checkedPoints).map(
    ([name, { words, advice, isOnServer, page, kind }]) => ({
      name,
      words,
      advice,
      isOnServer: isOnServer ?? false,
      page: page ?? null,
      kind: kind ?? null,
      state: byName.get(name)?.state ?? ('unknown' as const),
      found: byName.get(name)?.found ?? 'Not looked at yet.',
      checked_at: byName.get(name)?.checked_at ?? null,
      mayConfirm: mayConfirm(name),
      confirmed_at: confirmedAt.get(name) ?? null,
    }),
  );
  const yours = Object.entries(confirmedPoints).map(([name, { words, advice, page, kind }]) => ({
    name,
    words,
    advice,
    isOnServer: false,
    page: page ?? null,
    kind: kind ?? null,
    state: confirmedAt.has(name) ? ('good' as const) : ('unknown' as const),
    found: confirmedAt.has(name) ? 'An owner confirmed it.' : 'Not known: only you can say.',
    checked_at: null,
    mayConfirm: true,
    confirmed_at: confirmedAt.get(name) ?? null,
  }));
  return [...checked, ...yours];
}

/** Checks the site again, and how this very request arrived. */
export const checkAgain = staffAct('check-launch', {
  input: nothing,
  async run({ session, headers }) {
    const seen: Seen = {
      host: headers.get('host') ?? undefined,
      forwardedHost: headers.get('x-forwarded-host') ?? undefined,
      forwardedProto: headers.get('x-forwarded-proto') ?? undefined,
      forwardedFor: headers.has('x-forwarded-for'),
    };
    await look(session, seen);
    return { entry: { after: seen } };
  },
});

async function look(session: Transaction, seen: Seen | null = null) {
  await session.query({
    text: 'select staff.look_at_launch($1)',
    values: [seen && JSON.stringify(seen)],
  });
}

export const tryLaunchMail = staffAct('try-launch-mail', {
  input: nothing,
  async run({ session }) {
    const { rows } = await session.query<{ to: string }>({
      text: 'select staff.send_launch_mail() as to',
    });
    return { ...(rows[0] && { answer: rows[0] }), entry: { after: rows[0] } };
  },
});

const point = z.object({
  name: z.string().refine(mayConfirm, 'is no point that somebody confirms'),
});

export const confirmPoint = staffAct('confirm-launch-point', {
  input: point,
  async run({ session, input: { name } }) {
    await session.query({
      text: 'insert into staff.launch_confirmations (name) values ($1) on conflict do nothing',
      values: [name],
    });
    await look(session);
    return { entry: { subject: { kind: 'launch-point', id: name }, after: { confirmed: true } } };
  },
});

export const unconfirmPoint = staffAct('unconfirm-launch-point', {
  input: point,
  async run({ session, input: { name } }) {
    const { rows } = await session.query<{ confirmed_at: string }>({
      text: 'delete from staff.launch_confirmations where name = $1 returning confirmed_at',
      values: [name],
    });
    if (!rows[0]) throw new ApiError('not_found');
    await look(session);
    return { entry: { subject: { kind: 'launch-point', id: name }, before: rows[0] } };
  },
});

export const launchAnyway = staffAct('launch-anyway', {
  input: askedReason,
  async run({ session, input: { reason } }) {
    const red = await readRed(session);
    await session.query({
      text: 'insert into staff.launched_anyway (reason) values ($1) on conflict do nothing',
      values: [reason],
    });
    return { entry: { before: { red }, after: { found: true } } };
  },
});

export const undoLaunchAnyway = staffAct('undo-launch-anyway', {
  input: z.strictObject({}),
  async run({ session }) {
    const { rows } = await session.query<{ reason: string; decided_at: string }>({
      text: 'delete from staff.launched_anyway returning reason, decided_at',
    });
    if (!rows[0]) throw new ApiError('not_found');
    return { entry: { before: rows[0], after: { red: await readRed(session) } } };
  },
});

async function readRed(session: Transaction): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>({
    text: `select name from staff.launch_points where state = 'red' order by name`,
  });
  return rows.map(({ name }) => name);
}
