import type { ReactNode } from 'react';
import type { Failure } from '#app/ui/failure.ts';
import { FormFailure } from '#app/ui/form-failure.tsx';
import { adviceFor } from './advice.ts';

/** What went wrong with the account, and what to do about it. */
export function AccountFailure(props: { failure?: Failure; children?: ReactNode }) {
  return <FormFailure {...props} advice={props.failure && adviceFor(props.failure)} />;
}
