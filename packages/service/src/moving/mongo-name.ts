const ADDRESS = /^mongodb(?:\+srv)?:\/\/(?:[^@/]*@)?([^/?]+)(?:\/([^?]*))?/;

/** A database of MongoDB in words, by its address, without the name and the password that open it. */
export function mongoName(address: string): string {
  const [, hosts = '', database = ''] = ADDRESS.exec(address) ?? [];
  return `MongoDB ${database === '' ? 'bough' : database} at ${hosts}`;
}
