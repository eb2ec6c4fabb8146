// Stands in for parts of the official client that serve what this site does not have (see vite.left-out.ts).

function refuse(): never {
  throw new Error('This site has no such service.');
}

export class IcebergRestCatalog {
  constructor() {
    refuse();
  }
}
