/** Settings that a production server takes; the database of a test is on the loopback. */
export const productionEnv = {
  TIANPING_MODE: 'production',
  PUBLIC_URL: 'https://site.example',
  PROVIDER_SECRET: 'a-provider-secret-of-this-test-and-nothing-else',
  CARD_KEY: 'a-card-key-of-this-test-and-nothing-else',
  FACTOR_KEY: 'a-factor-key-of-this-test-and-nothing-else',
  DOCUMENT_KEY: 'a-document-key-of-this-test-and-nothing-else',
}
