/** Keys that belong to no real account */
export const testKeys = {
  secretKey: "sk_test_counter",
  publishableKey: "pk_test_counter",
  webhookSecrets: ["whsec_counter"],
}
