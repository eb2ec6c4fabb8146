import { emit } from './events.ts';
import { refuse } from './refusal.ts';
import { type Charge, type Invoice, newId, type Refund, type State } from './state.ts';
import { nowFor } from './time.ts';

/** Charges the card for an invoice. */
export function writeCharge(state: State, invoice: Invoice) {
  const charge: Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: invoice.amount_due,
    amount_refunded: 0,
    created: invoice.created,
    currency: invoice.currency,
    customer: invoice.customer,
    livemode: false,
    paid: true,
    receipt_url: invoice.hosted_invoice_url ?? null,
    refunded: false,
    status: 'succeeded',
  };
  state.charges[charge.id] = charge;
  emit(state, 'charge.succeeded', charge);
}

/** Never more than what is left of the charge. */
export function refundCharge(
  state: State,
  charge: Charge,
  {
    amount,
    reason,
    metadata,
  }: { amount: number | undefined } & Pick<Refund, 'reason' | 'metadata'>,
): Refund {
  const dispute = Object.values(state.disputes).find((each) => each.charge === charge.id);
  // An inquiry may be answered with a refund; money that a dispute has already taken is not
  // refunded a second time.
  if (dispute && !/^(warning_|won$|prevented$)/.test(dispute.status)) {
    refuse(
      400,
      'charge_disputed',
      `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    );
  }
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    refuse(400, 'charge_already_refunded', `Charge ${charge.id} has already been refunded.`);
  }
  const given = amount ?? left;
  if (given < 1 || given > left) {
    refuse(
      400,
      'amount_too_large',
      `Refund amount (${given}) is greater than unrefunded amount on charge (${left})`,
      'amount',
    );
  }
  const refund: Refund = {
    id: newId('re'),
    object: 'refund',
    amount: given,
    charge: charge.id,
    created: nowFor(state, charge.customer),
    currency: charge.currency,
    metadata,
    reason,
    status: 'succeeded',
  };
  state.refunds[refund.id] = refund;
  charge.amount_refunded += given;
  charge.refunded = charge.amount_refunded === charge.amount;
  emit(state, 'charge.refunded', charge);
  return refund;
}
