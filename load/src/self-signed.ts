import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A key and the certificate that it signed for 127.0.0.1, both as PEM, good for a day. Made by openssl; never kept. */
export function makeCertificate(): { readonly key: string; readonly certificate: string } {
  const folder = mkdtempSync(join(tmpdir(), 'bough-certificate-'));
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const shape = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  const name = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  try {
    execFileSync('openssl', ['req', '-x509', ...shape, ...name, '-keyout', key, '-out', certificate], {
      stdio: 'pipe',
    });
    return { key: readFileSync(key, 'utf8'), certificate: readFileSync(certificate, 'utf8') };
  } catch (cause) {
    throw new Error('No certificate could be made: this benchmark needs the program openssl.', { cause });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
