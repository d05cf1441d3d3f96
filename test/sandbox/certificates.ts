/** Certificates of machines, for tests alone. They are for `localhost`, 127.0.0.1 and 127.0.0.2, and last for a hundred years. */
const pem = (label: string, bytes: string): string => `-----BEGIN ${label}-----\n${bytes}\n-----END ${label}-----\n`;

const certified = (cert: string, key: string) => ({ cert: pem('CERTIFICATE', cert), key: pem('PRIVATE KEY', key) });

/** The machine that is meant. */
export const own = certified(
  'MIIBrjCCAVOgAwIBAgIUaWlgmUwIbfa39onHnDjZpWuO/ikwCgYIKoZIzj0EAwIwGjEYMBYGA1UEAwwPdGV6Z2FoIHRlc3Qgb3duMCAXDTI2MTEyOTExMTExNFoYDzIxMjYxMTA1MTExMTE0WjAaMRgwFgYDVQQDDA90ZXpnYWggdGVzdCBvd24wWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQTJIxKv/7UYctpQm0vrkt42UqeynAFkOLJXXRGaVRmX4MzLj1wDN/Z0w+rv+vNIfnxDFDvD1v9CBntg952WYfUo3UwczAdBgNVHQ4EFgQUzqItZqxJ+qlY0oLE1n29dK6oaY8wHwYDVR0jBBgwFoAUzqItZqxJ+qlY0oLE1n29dK6oaY8wDwYDVR0TAQH/BAUwAwEB/zAgBgNVHREEGTAXgglsb2NhbGhvc3SHBH8AAAGHBH8AAAIwCgYIKoZIzj0EAwIDSQAwRgIhAKrZZ7VHmsgAZPgYh9gJ0KqcQ/4Sz/ivTQ4lXkJec940AiEA7AORdZEpRaBim+uSnSyN1kBjkWBbD7lwR5R6mTdsSPc=',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgvXZbqzBnzvffJRxGhsLJCpHjdGBhQVXs7wy2C5Ij0+ChRANCAAQTJIxKv/7UYctpQm0vrkt42UqeynAFkOLJXXRGaVRmX4MzLj1wDN/Z0w+rv+vNIfnxDFDvD1v9CBntg952WYfU',
);

/** Another one, which bears the same names. */
export const stranger = certified(
  'MIIBtzCCAV2gAwIBAgIUG6dCteMAV85Nv9H9Ib6VKj+xwMcwCgYIKoZIzj0EAwIwHzEdMBsGA1UEAwwUdGV6Z2FoIHRlc3Qgc3RyYW5nZXIwIBcNMjYxMTI5MTExMTE0WhgPMjEyNjExMDUxMTExMTRaMB8xHTAbBgNVBAMMFHRlemdhaCB0ZXN0IHN0cmFuZ2VyMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEKnZ8GaJtvviUA/FZgbCsNU+tiKyxdDARyOv605MQqOCFJKODwuTtQRIKueNRxRQjc6SM5I+OaBPcdgHbQ795yqN1MHMwHQYDVR0OBBYEFJjLClCCZvcv5pmeVUqZm6aiUSaaMB8GA1UdIwQYMBaAFJjLClCCZvcv5pmeVUqZm6aiUSaaMA8GA1UdEwEB/wQFMAMBAf8wIAYDVR0RBBkwF4IJbG9jYWxob3N0hwR/AAABhwR/AAACMAoGCCqGSM49BAMCA0gAMEUCIAjW53W+kJ72iM1lpvnEtIAqr3xz7YpYC4xNk8UFn/iiAiEAvePRgTwDIcUsVWbhMS/7lzCoZT9yXtjlim/FdLH+VC0=',
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgYVWSfAiavoYV9xZ/lAcpjL1OLRhUkqiREE7raK5PmUyhRANCAAQqdnwZom2++JQD8VmBsKw1T62IrLF0MBHI6/rTkxCo4IUko4PC5O1BEgq541HFFCNzpIzkj45oE9x2AdtDv3nK',
);
