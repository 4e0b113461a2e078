import { createContext } from 'react';

/** Called when the session was proved without leaving the page: forms that asked for a proof need none any more. */
export const Proved = createContext<() => void>(() => undefined);
