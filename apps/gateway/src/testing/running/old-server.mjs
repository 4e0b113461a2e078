// A server as it was before Bough: express-session with connect-mongo. Arguments: the address of the database, the secret. It says its
// port on standard output, signs in whoever asks for /?person=, and ends with its standard input.
import { MongoStore } from 'connect-mongo';
import express from 'express';
import session from 'express-session';

const [mongoUrl, secret] = process.argv.slice(2);
const app = express();
app.use(
  session({
    secret,
    resave: false,
    saveUninitialized: false,
    store: MongoStore.create({ mongoUrl, ttl: 14 * 86_400, autoRemove: 'disabled' }),
    cookie: { maxAge: 14 * 86_400_000 },
  }),
);
app.get('/', (req, res) => {
  req.session.passport = { user: req.query.person };
  req.session.csrfSecret = 'a secret of eighteen';
  res.end();
});
const server = app.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
process.stdin.resume().on('end', () => process.exit(0));
