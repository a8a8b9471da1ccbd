import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * What journeys through these (`balancer`, `pooler`) need. The balancer's certificate is of this run, so that the tests'
 * processes trust it from their start.
 * @param {string} among
 * @param {string} folder where the certificate is put
 */
export function behind(among, folder) {
  if (!among.includes('balancer')) return { TEST_THROUGH: among };
  const path = join(folder, 'certificate.pem');
  const words =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=trade.example -addext subjectAltName=IP:127.0.0.1';
  execFileSync('openssl', [...words.split(' '), '-keyout', `${path}.key`, '-out', path], { stdio: 'ignore' });
  return { TEST_THROUGH: among, TEST_CERTIFICATE: path, NODE_EXTRA_CA_CERTS: path };
}
