import { z } from 'zod';
import type { Transaction } from '#database/database.ts';
import { type QueueRow, queueFilters, tasksSchema } from '#domain/staff/mails.ts';
import type { ListPage } from '#domain/staff/staff.ts';
import { parseBody } from '../../functions/context.ts';
import { actOnEach } from '../act-on-each.ts';
import { askedReason, asStaff, staffLook, writeLog } from '../as-staff.ts';
import { logLook } from '../staff-list.ts';
import { blackOut } from './black-out.ts';

const pageRows = 50;

const input = z.object({
  filters: z
    .strictObject({
      state: z.enum(queueFilters).optional(),
      /** Tasks that send an email (the default), or the others. */
      tasks: z.enum(['mails', 'others', 'all']).optional(),
    })
    .default({}),
  after: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
});

/** The queue. Payloads are not shown, except for the recipient they name. */
export const mailQueue = staffLook({
  minimum: 'staff',
  input,
  async read({ session, input: { filters, after } }): Promise<ListPage<QueueRow>> {
    const { tasks = 'mails', state = null } = filters;
    const { rows } = await session.query<QueueRow>({
      text: 'select * from staff.queued_tasks($1, $2, $3, $4)',
      values: [state, tasks === 'all' ? null : tasks === 'mails', after ?? null, pageRows + 1],
    });
    const shown = rows
      .slice(0, pageRows)
      .map((row) => ({ ...row, error: row.error && blackOut(row.error).slice(0, 500) }));
    const last = rows.length > pageRows ? shown.at(-1) : undefined;
    await logLook(session, 'look-mail-queue', 'mail-queue', filters, shown.length);
    return { rows: shown, ...(last && { next: String(last.id) }) };
  },
});

/** Retries at once, with as many attempts as a new task. */
export const retryTasks = asStaff({ minimum: 'staff' }, tasksSchema, ({ session, input }) =>
  actOnTasks(session, input.tasks, 'retry-tasks'),
);

/** Removes tasks from the queue for good: nobody waiting for them is told. */
export const dropTasks = asStaff(
  { minimum: 'owner', isDangerous: true },
  tasksSchema,
  ({ session, input }, text) =>
    actOnTasks(session, input.tasks, 'drop-tasks', parseBody(text, askedReason).reason),
);

type Before = { person?: string | null; error?: string | null; task?: string; attempts?: number };

function actOnTasks(
  session: Transaction,
  tasks: readonly { id: string }[],
  act: string,
  reason?: string,
) {
  return actOnEach(session, tasks, async ({ id }) => {
    const { rows } = await session.query<{ before: Before }>({
      text: 'select staff.act_on_task($1, $2) as before',
      values: [id, act === 'drop-tasks'],
    });
    const { person, error, ...before } = rows[0]?.before ?? {};
    await writeLog(
      session,
      act,
      {
        // If it is for one person, it is logged under them, so that erasing them covers it.
        subject: person ? { kind: 'person', id: person } : { kind: 'task', id },
        before: { no: id, ...before, error: error && blackOut(error).slice(0, 500) },
      },
      reason,
    );
  });
}
