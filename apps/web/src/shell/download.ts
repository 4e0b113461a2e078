/** Has the browser save what is at the address. By a link, so that the page stays as it is and nothing of the file passes through it. */
export function download(address: string, name = ''): void {
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
}
