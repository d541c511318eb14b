import type { Staff } from "~/domain/accounts/actor"
import type { Submission } from "~/domain/accounts/forms/form-submissions.server"
import { newObjectId } from "~/domain/object-id.server"
import { type Place, placeKey } from "~/domain/pricing/places"
import type { PricingRules, ShippingMethod, Zone } from "~/domain/pricing/rules"
import { changeRules } from "~/domain/settings/change-rules.server"
import type { Shop } from "~/domain/shop"
import { invalid, notFound } from "~/domain/shop-error"
import { findCountry, findState } from "../regions/find-region.server"
import { methodTexts } from "./method-form"
import { formatPlace, formatPlaces, parsePlaces } from "./place-lines.server"
import { type HomeForm, type ZoneForm, zoneRecord } from "./zone-form"

const [MAX_ZONES, MAX_METHODS] = [50, 20]

export type ShippingEditor = Staff<"shipping.edit">

/** Returns the id of the zone with these places, even if the form was already sent. `id` null creates one. */
export async function saveZone(
  shop: Shop,
  staff: ShippingEditor,
  id: string | null,
  typed: ZoneForm,
  submit?: Submission,
): Promise<string | undefined> {
  const places = parsePlaces(typed.places)
  const saved = id ?? newObjectId(shop.now())
  const { snapshot, name, telephone, postcodes } = typed
  await changeRules(
    shop,
    staff,
    {
      event: "shipping.updated",
      what: "zone",
      snapshot,
      textsOf: (rules) => zoneTexts(rules.zones.find((zone) => zone.id === saved)),
      edit: (rules) => {
        const before = id === null ? undefined : findZone(rules, id)
        const at = before ? rules.zones.indexOf(before) : rules.zones.length
        const methods = before?.methods ?? []
        return placeZone(rules, { id: saved, name, places, telephone, postcodes, methods }, at)
      },
    },
    submit,
  )
  const zones = shop.settings.current.pricing.zones
  return zones.find((zone) => placeOfBoth(zone.places, places))?.id
}

export function placeZone(rules: PricingRules, zone: Zone, at: number): PricingRules {
  const others = rules.zones.filter(({ id }) => id !== zone.id)
  assertPlacesFree(others, zone.places)
  if (others.length >= MAX_ZONES) throw invalid(`A shop has at most ${MAX_ZONES} zones: delete one first`)
  return { ...rules, zones: others.toSpliced(at, 0, zone) }
}

/** Of two zones for the same place, a random one would apply. */
export function assertPlacesFree(others: readonly Zone[], places: readonly Place[]): void {
  const taken = others.flatMap((other) => {
    const place = placeOfBoth(other.places, places)
    return place ? [`${formatPlace(place)} is already in the zone “${other.name}”`] : []
  })
  if (taken.length > 0) throw invalid(taken.join("; "), "places")
}

function placeOfBoth(some: readonly Place[], others: readonly Place[]): Place | undefined {
  const known = new Set(some.map(placeKey))
  return others.find((place) => known.has(placeKey(place)))
}

interface MethodEdit {
  snapshot: number
  /** The position in the zone's list, from 1 */
  position: number
  method: (id: string) => ShippingMethod
}

export async function saveMethod(
  shop: Shop,
  staff: ShippingEditor,
  { zone, id }: { zone: string; id: string | null },
  { snapshot, position, method }: MethodEdit,
  submit?: Submission,
): Promise<void> {
  const saved = method(id ?? newObjectId(shop.now()))
  await changeMethods(shop, staff, { zone, id: saved.id, snapshot, submit }, (methods) => {
    if (id !== null && methods.every((method) => method.id !== id)) throw notFound("There is no such shipping method")
    return placeMethod(methods, saved, position - 1)
  })
}

export function placeMethod(methods: ShippingMethod[], method: ShippingMethod, at: number): ShippingMethod[] {
  const others = methods.filter(({ id }) => id !== method.id)
  assertNameFree(others, method.name)
  if (others.length >= MAX_METHODS) throw invalid(`A zone has at most ${MAX_METHODS} methods: delete one first`)
  return others.toSpliced(at, 0, method)
}

export function assertNameFree(others: readonly ShippingMethod[], name: string): void {
  if (others.some((other) => other.name === name))
    throw invalid("This zone already has a method with this name", "name")
}

/** Returns the new version, or null if nothing has changed. */
export async function changeMethods(
  shop: Shop,
  staff: ShippingEditor,
  {
    zone: zoneId,
    id,
    snapshot = null,
    submit,
  }: { zone: string; id: string; snapshot?: number | null; submit?: Submission },
  edit: (methods: ShippingMethod[]) => ShippingMethod[],
): Promise<number | null> {
  return changeRules(
    shop,
    staff,
    {
      event: "shipping.updated",
      what: "shipping method",
      snapshot,
      textsOf: (rules): Record<string, string> => {
        const zone = rules.zones.find((zone) => zone.id === zoneId)
        const method = zone?.methods.find((method) => method.id === id)
        return method ? methodTexts(method, 1 + (zone?.methods.indexOf(method) ?? 0)) : {}
      },
      edit: (rules) => {
        const zone = findZone(rules, zoneId)
        return withZone(rules, { ...zone, methods: edit([...zone.methods]) })
      },
    },
    submit,
  )
}

export async function saveHome(shop: Shop, staff: ShippingEditor, { snapshot, ...typed }: HomeForm): Promise<void> {
  const country = typed.country === "" ? null : findCountry(typed.country)
  if (country === undefined) throw invalid("Choose a country from the list", "country")
  const state = typed.state === "" ? null : findState(country?.code ?? "", typed.state)
  if (state === undefined) throw invalid("There is no such state in this country", "state")
  const home = { country: country?.code ?? "", state: state?.code ?? "", pinCode: typed.pinCode }
  await changeRules(shop, staff, {
    event: "shipping.updated",
    what: "address",
    snapshot,
    textsOf: (rules) => ({ ...rules.home }),
    edit: (rules) => ({ ...rules, home }),
  })
}

/** @throws ShopError `notFound` */
export function findZone({ zones }: Pick<PricingRules, "zones">, id: string): Zone {
  const zone = zones.find((zone) => zone.id === id)
  if (!zone) throw notFound("There is no such zone")
  return zone
}

export function findMethod({ methods }: Zone, id: string): ShippingMethod {
  const method = methods.find((method) => method.id === id)
  if (!method) throw notFound("There is no such shipping method")
  return method
}

function withZone(rules: PricingRules, changed: Zone): PricingRules {
  return { ...rules, zones: rules.zones.map((zone) => (zone.id === changed.id ? changed : zone)) }
}

export function zoneTexts(zone: Zone | undefined) {
  return zone ? zoneRecord.textsOf({ ...zone, places: formatPlaces(zone.places) }) : zoneRecord.noTexts
}
