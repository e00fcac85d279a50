//! `widest`: the widest instruction set that the processor offers this program, of those that it is compiled for.

fn main() {
    #[cfg(target_arch = "x86_64")]
    let widest = if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
        "AVX-512"
    } else if is_x86_feature_detected!("avx2") {
        "AVX2"
    } else {
        "SSE2"
    };
    #[cfg(not(target_arch = "x86_64"))]
    let widest = std::env::consts::ARCH;
    println!("{widest}");
}
