/** Has the browser keep the page's own files, so that it opens without a network. Where that is impossible nothing changes. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => void navigator.serviceWorker.register('/service-worker.js').catch(() => undefined);
  // The network may have gone while they came.
  addEventListener('online', register);
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
