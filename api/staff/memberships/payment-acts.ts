import type * as core from 'zod/v4/core';
import { cancelSchema, refundSchema } from '#domain/staff/memberships.ts';
import { requireBilling } from '../../billing/buyer.ts';
import type { ServerFunction } from '../../functions/context.ts';
import { parseBody } from '../../functions/context.ts';
import { askedReason, asStaff, writeLog } from '../as-staff.ts';
import { doPaymentAct } from './do-payment-act.ts';

type Wish = {
  id: string;
  person: string;
  kind: 'refund' | 'cancel-at-end' | 'cancel-now';
  charge?: string;
  amount?: number;
  refunded?: number;
};

/** Refunds a charge, fully or in part. */
export const refundMembership = paymentAct('refund-membership', refundSchema, (input) => ({
  ...input,
  kind: 'refund',
}));

/** At the end of the paid period, or at once, which also ends access. */
export const cancelMembership = paymentAct(
  'cancel-membership',
  cancelSchema,
  ({ when, ...input }) => ({
    ...input,
    kind: when === 'now' ? 'cancel-now' : 'cancel-at-end',
  }),
);

/**
 * For owners, who must confirm with their factor. The request is first stored and logged, and executed after that
 * transaction: if the process dies in between, the queue does it.
 */
function paymentAct<Input>(
  act: 'refund-membership' | 'cancel-membership',
  schema: core.$ZodType<Input>,
  wishOf: (input: Input) => Wish,
): ServerFunction {
  const ask = asStaff({ minimum: 'owner', isDangerous: true }, schema, async (call, text) => {
    const { id, person, kind, charge, amount, refunded } = wishOf(call.input);
    const { reason } = parseBody(text, askedReason);
    requireBilling(call.functions);
    const { rows } = await call.session.query<{ is_new: boolean }>({
      text: 'select staff.ask_payment_act($1, $2, $3, $4, $5, $6, $7) as is_new',
      values: [id, person, kind, charge ?? null, amount ?? null, refunded ?? null, reason],
    });
    if (rows[0]?.is_new) {
      await writeLog(
        call.session,
        act,
        {
          subject: { kind: 'person', id: person },
          ...(charge && { before: { charge, refunded } }),
          after: { act: id, kind, ...(charge && { charge, amount }) },
        },
        reason,
      );
    }
    return { id };
  });
  return async (functions, call) => {
    const answer = (await ask(functions, call)) as { id: string };
    return doPaymentAct(requireBilling(functions), answer.id, functions.reportBug);
  };
}
