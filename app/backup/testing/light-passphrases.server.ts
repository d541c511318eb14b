import { Encrypter } from "age-encryption"
import { afterAll, beforeAll, vi } from "vitest"

/** A guess of a passphrase costs a second and 256 MB on purpose: here it costs little, and what is encrypted is read all the same. */
export function lightenPassphrases() {
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
