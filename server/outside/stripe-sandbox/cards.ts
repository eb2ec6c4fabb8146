/** Stripe's documented test cards that the pages accept. */
export type TestCard = {
  number: string;
  brand: string;
  behaviour: 'pays' | 'declined' | 'insufficient_funds' | 'asks' | 'asks_always' | 'fails_later';
  says: string;
};

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'Visa', behaviour: 'pays', says: 'Pays' },
  { number: '4000000000000002', brand: 'Visa', behaviour: 'declined', says: 'Is declined' },
  {
    number: '4000000000009995',
    brand: 'Visa',
    behaviour: 'insufficient_funds',
    says: 'Has insufficient funds',
  },
  {
    number: '4000002500003155',
    brand: 'Visa',
    behaviour: 'asks',
    says: 'Asks you to confirm, then pays',
  },
  {
    number: '4000002760003184',
    brand: 'Visa',
    behaviour: 'asks_always',
    says: 'Asks you to confirm each payment',
  },
  {
    number: '4000000000000341',
    brand: 'Visa',
    behaviour: 'fails_later',
    says: 'Can be saved, and is declined when it is charged',
  },
];

export function findTestCard(number: string): TestCard | undefined {
  const digits = number.replace(/[\s-]/g, '');
  return testCards.find((card) => card.number === digits);
}

/** What the buyer reads when the card is not charged. */
export const declines: Record<TestCard['behaviour'], string | undefined> = {
  pays: undefined,
  asks: undefined,
  asks_always: undefined,
  declined: 'Your card was declined. Try another card.',
  insufficient_funds: 'Your card has insufficient funds. Try another card.',
  fails_later: 'Your card was declined. Try another card.',
};

/** Whether the bank asks for confirmation when the buyer is there to give it. */
export function asks({ behaviour }: Pick<TestCard, 'behaviour'>): boolean {
  return behaviour === 'asks' || behaviour === 'asks_always';
}
