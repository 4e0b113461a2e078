const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\//, 'Opera'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** What a browser says of itself, in a few words that its owner knows again: `Firefox on Linux`. Nothing else of it is kept. */
export function deviceName(userAgent: string | undefined): string {
  const said = (userAgent ?? '').slice(0, 512);
  const browser = BROWSERS.find(([mark]) => mark.test(said))?.[1];
  const system = SYSTEMS.find(([mark]) => mark.test(said))?.[1];
  if (browser === undefined) return system === undefined ? 'Another program' : `A browser on ${system}`;
  return system === undefined ? browser : `${browser} on ${system}`;
}
