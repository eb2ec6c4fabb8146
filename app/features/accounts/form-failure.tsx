import type { ReactNode } from 'react';
import type { Failure } from '#app/ui/failure.ts';
import { FormFailure as Told } from '#app/ui/form-failure.tsx';
import { adviceFor } from './advice.ts';

/** What went wrong with the account, and what to do about it. */
export function FormFailure(props: { failure?: Failure; children?: ReactNode }) {
  return <Told {...props} advice={props.failure && adviceFor(props.failure)} />;
}
