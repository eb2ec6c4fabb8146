/** What the form of each kind of factor is given. */
export type AddFactorProps = {
  /** Names that are taken. */
  names: readonly string[];
  onDone(): Promise<void>;
  onCancel(): void;
};
