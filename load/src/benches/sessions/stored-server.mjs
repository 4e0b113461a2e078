// A server whose sessions are rows: express-session with connect-mongo, as both set themselves up. Arguments: the address of the
// database, seconds between two touches (0: at every request). It says its port on standard output and ends with its standard input.
import { MongoStore } from 'connect-mongo';
import express from 'express';
import session from 'express-session';

const [mongoUrl, touchAfter] = process.argv.slice(2);
const app = express();
app.use(
  session({
    secret: 'a secret of this benchmark',
    resave: false,
    saveUninitialized: false,
    store: MongoStore.create({ mongoUrl, ttl: 30 * 86_400, touchAfter: Number(touchAfter), autoRemove: 'disabled' }),
    cookie: { maxAge: 30 * 86_400_000 },
  }),
);
app.post('/api/session/guest', (req, res) => {
  req.session.person = 'somebody';
  res.json({});
});
app.use((req, res) => {
  if (req.session.person === undefined) res.status(401);
  res.json({ person: req.session.person ?? null });
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().on('end', () => process.exit(0));
