import { createContext, useContext } from 'react';
import { type Answer, callFunction } from '#app/data/call-function.ts';

/** Calls a staff function by its name without `staff-`. Asks for the second factor again if required. */
export type StaffCall = <Data>(name: string, body?: object) => Promise<Answer<Data>>;

export const StaffCallContext = createContext<StaffCall>((name, body) =>
  callFunction(`staff-${name}`, body),
);

export function useStaffCall(): StaffCall {
  return useContext(StaffCallContext);
}

/** The same for loading data: throws the failure. */
export function useStaffRead() {
  const call = useStaffCall();
  return async function read<Data>(name: string, body?: object): Promise<Data> {
    const answer = await call<Data>(name, body);
    if ('failure' in answer) throw answer.failure;
    return answer.data;
  };
}
