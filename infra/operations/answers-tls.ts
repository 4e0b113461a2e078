import { connect } from 'node:tls';

/** Whether TLS is spoken at this port of localhost, whoever signed the certificate: a proxy may listen before it has one. */
export function answersTls(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { port, host: '127.0.0.1', servername: 'localhost', rejectUnauthorized: false };
    const socket = connect(options);
    const end = (is: boolean): void => (socket.destroy(), resolve(is));
    socket.on('secureConnect', () => end(true)).on('error', () => end(false));
  });
}
