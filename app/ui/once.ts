/** Made when it is first needed, and kept. Formatters of dates cost a slow phone a tenth of a second. */
export function once<Made>(make: () => Made): () => Made {
  let made: { it: Made } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}
