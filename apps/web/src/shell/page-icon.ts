/** Names the icon and what a device needs to install the page: fetched and read, both take a slow device a while. */
export function namePageIcon(): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  icon?.setAttribute('href', '/icon.svg');
  const manifest = document.createElement('link');
  manifest.rel = 'manifest';
  manifest.href = '/manifest.webmanifest';
  document.head.append(manifest);
}
