const KEY = /^([\d#*])\ufe0f?\u20e3$/;

/** What stands on a key such as `1\ufe0f\u20e3`, which no shipped face has; null when it is none. */
export function signOnKey(icon: string): string | null {
  return KEY.exec(icon)?.[1] ?? null;
}
