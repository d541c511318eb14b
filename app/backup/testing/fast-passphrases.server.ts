import { Encrypter } from "age-encryption"
import { afterAll, beforeAll, vi } from "vitest"

/** Lowers the cost of scrypt, which takes a second and 256 MB for each passphrase; files stay compatible. */
export function speedUpPassphrases() {
  const { setPassphrase } = Encrypter.prototype
  beforeAll(() => {
    vi.spyOn(Encrypter.prototype, "setPassphrase").mockImplementation(function (this: Encrypter, passphrase: string) {
      this.setScryptWorkFactor(10)
      setPassphrase.call(this, passphrase)
    })
  })
  afterAll(() => {
    vi.mocked(Encrypter.prototype.setPassphrase).mockRestore()
  })
}
