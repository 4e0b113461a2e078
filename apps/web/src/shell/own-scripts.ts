// The page's policy (the gateway sends it) takes no bare words where a browser would make a script, a worker or markup of them: it asks the one
// policy that may exist, this one. What is not our own file is refused, whoever asks.

interface TrustedTypes {
  readonly createPolicy: (name: 'default', rules: Readonly<Record<string, Rule>>) => unknown;
}
/** What is to be made of the words; null, or nothing: they are refused. */
type Rule = (words: string, type: string, sink: string) => string | null;

/** Makes the page's rules, before anything asks for them. */
export function keepToOwnScripts(): void {
  const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', {
    // The service worker, and the worker that reads files.
    createScriptURL: (url) =>
      url === '/service-worker.js' || url.startsWith(`${location.origin}/assets/`) ? url : null,
    // Pictures of maps are read as documents, which run nothing; what is drawn is copied from them by a closed list.
    createHTML: (markup, _type, sink) => (sink === 'DOMParser parseFromString' ? markup : null),
  });
}
