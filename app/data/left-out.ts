// Stands in for parts of the official client that serve what this site or no browser has (see vite.left-out.ts).

function refuse(): never {
  throw new Error('This site has no such service.');
}

export class IcebergRestCatalog {
  constructor() {
    refuse();
  }
}
export const createSiweMessage = refuse;
export const fromHex = refuse;
export const getAddress = refuse;
export const toHex = refuse;

/** It is made with every client, and asked by nobody. */
export default class AdminApi {}
