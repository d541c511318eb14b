import { describe, expect, test } from "vitest"
import { findResponsible, responsiblePersonsOf } from "./responsible-persons"
import { SettingsForm } from "./settings-schema"

const two = "EU Rep GmbH\nWeg 1\n10115 Berlin\nrep@eu.example\n\nRép SARL\n2 rue A, Lyon\nhttps://rep.example"

test("persons are read from blocks of lines, and found by name", () => {
  expect(responsiblePersonsOf({ responsiblePersons: two })).toEqual([
    { name: "EU Rep GmbH", address: "Weg 1\n10115 Berlin", contact: "rep@eu.example" },
    { name: "Rép SARL", address: "2 rue A, Lyon", contact: "https://rep.example" },
  ])
  expect(findResponsible({ responsiblePersons: two }, "eu rep gmbh")?.contact).toBe("rep@eu.example")
  expect(findResponsible({ responsiblePersons: two }, "Nobody")).toBeUndefined()
})

describe("the settings refuse", () => {
  const refused = (responsiblePersons: string) =>
    SettingsForm.safeParse({ snapshot: "0", responsiblePersons }).error?.issues.map(({ message }) => message)
  test.each([
    ["EU Rep GmbH\nrep@eu.example", /name, the postal address, then an email or web address/],
    ["EU Rep GmbH\nWeg 1\n10115 Berlin", /name, the postal address, then an email or web address/],
    [`${two}\n\nEU REP GMBH\nWeg 2\nrep@eu.example`, /a different name/],
  ])("%j", (text, message) => {
    expect(refused(text)?.[0]).toMatch(message)
  })
  test("nothing that is complete", () => {
    expect(refused(two)).toBeUndefined()
  })
})
