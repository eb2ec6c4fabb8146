/** Passed to the form of each kind of factor. */
export type AddFactorProps = {
  /** Names already in use. */
  names: readonly string[];
  onDone(): Promise<void>;
  onCancel(): void;
};
