// Replaces parts of the official client for services that this site does not have (see vite.left-out.ts).

function refuse(): never {
  throw new Error('This site has no such service.');
}

export class IcebergRestCatalog {
  constructor() {
    refuse();
  }
}
