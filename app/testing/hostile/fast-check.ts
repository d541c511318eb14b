import fc from "fast-check"

/**
 * Property tests use a fixed seed, so that a failed run can be repeated. `PROPERTY_SEED=7` tries other values; their
 * findings become separate tests.
 */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 20_261_122) })

export default fc
