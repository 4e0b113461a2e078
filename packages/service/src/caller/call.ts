import type { RequestContext } from '../context/context.ts';

/** What a call needs of its context; a RequestContext is one. */
export type CallContext = Pick<
  RequestContext,
  'requestId' | 'deadline' | 'signal' | 'onAbort' | 'timing' | 'person' | 'languages' | 'trace'
>;

/** The parameters of a route, and its body where it has one. */
export type Call<P, B> = { readonly params: P } & ([B] extends [undefined]
  ? { readonly body?: undefined }
  : { readonly body: B });
