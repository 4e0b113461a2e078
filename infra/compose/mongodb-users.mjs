// Run by mongosh: gateway and mailer get a user each, who may read and write its own database and nothing else. It may be run again.

const USERS = { gateway: 'bough', mailer: 'bough-mail' };
/** Stacks from before kept the outbox in the gateway's database. */
const OUTBOX = ['mails', 'mail_readers', 'mail_steps'];

/** Not within the generator: mongosh rewrites what it runs, and a function in a generator fails by a name that it then lacks. */
function namesIn({ cursor }) {
  return cursor.firstBatch.map(({ name }) => name);
}

/** Each step is a database and a command for it; its answer comes back. */
function* steps(secret) {
  for (const [user, database] of Object.entries(USERS)) {
    const { users } = yield [database, { usersInfo: user }];
    const rights = { pwd: secret(`${user}-password`), roles: [{ role: 'readWrite', db: database }] };
    yield [database, { [users.length === 0 ? 'createUser' : 'updateUser']: user, ...rights }];
  }
  const named = { listCollections: 1, nameOnly: true };
  const there = namesIn(yield ['bough', named]);
  const moved = namesIn(yield ['bough-mail', named]);
  for (const name of OUTBOX) {
    if (!there.includes(name) || moved.includes(name)) continue;
    yield ['admin', { renameCollection: `bough.${name}`, to: `bough-mail.${name}` }];
  }
}

if (typeof connect === 'function') {
  const { readFileSync } = require('node:fs');
  const secret = (name) => readFileSync(`/secrets/${name}`, 'utf8').trim();
  const server = connect(`mongodb://bough:${secret('mongodb-password')}@mongodb:27017/admin`);
  const run = steps(secret);
  let step = run.next();
  while (!step.done) {
    const [database, command] = step.value;
    step = run.next(server.getSiblingDB(database).runCommand(command));
  }
  print('Gateway and mailer have users of their own.');
}
